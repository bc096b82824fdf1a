// Replaces packages in the bundle that `@actions/*` and Octokit load and the action does not use (see `paths` in tsconfig.json): undici,
// @actions/http-client and @actions/exec would be more than half of its size and start-up time.
exports.HttpClient = class {
  getAgent() {}
  getAgentDispatcher() {}
};
exports.BearerCredentialHandler = class {};
exports.fetch = exports.getExecOutput = () => {
  throw new Error('Not in this bundle.');
};
// @octokit/graphql: Octokit prepares it for every client.
exports.withCustomRequest = () => ({ defaults() {} });
// json-with-bigint: it calls a function for every value of an answer, to read integers above 2^53. GitHub's are smaller.
exports.JSONParse = (text) => JSON.parse(text);
exports.JSONStringify = (value) => JSON.stringify(value);
