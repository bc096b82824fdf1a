import { installGoTool } from '../install/go-tool.ts';

/** Builds the workflow engine `act` into `.cache/act`, unless it exists. @returns its path. @throws Missing */
export function installAct(): string {
  return installGoTool({ path: 'github.com/nektos/act', version: '0.2.89' });
}
