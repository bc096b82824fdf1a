export const TOKEN = 'ghs_a8Fk2LmQx7Tz4Vw9Bn3Ry6HpJd5Ws1Gc0Ue7';
export const FIRST_KEY = 'docs_Zq7vKx3mPt9LwRb2Yh5NcJd8';
