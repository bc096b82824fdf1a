// Stands in the bundle for packages that the official ones load and that nothing here uses (see `paths` in tsconfig.json):
// undici, @actions/http-client and @actions/exec are more than half of the size and of the start-up time.
exports.HttpClient = class {
  getAgent() {}
  getAgentDispatcher() {}
};
exports.BearerCredentialHandler = class {};
exports.fetch = exports.getExecOutput = () => {
  throw new Error('Not in this bundle.');
};
