// Replaces packages in the bundle that `@actions/*` load and the action does not use (see `paths` in tsconfig.json): undici,
// @actions/http-client and @actions/exec would be more than half of its size and start-up time.
exports.HttpClient = class {
  getAgent() {}
  getAgentDispatcher() {}
};
exports.BearerCredentialHandler = class {};
exports.fetch = exports.getExecOutput = () => {
  throw new Error('Not in this bundle.');
};
