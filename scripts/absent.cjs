// Stands for undici and @actions/http-client in the bundle (see `paths` in tsconfig.json). `@actions/core` and `@actions/github` load them for
// requests that this action sends over its own transport; with them, a run takes two thirds more CPU time.
exports.HttpClient = class {
  getAgent() {}
  getAgentDispatcher() {}
};
exports.BearerCredentialHandler = class {};
exports.fetch = () => {
  throw new Error('Not in this bundle.');
};
