import { createRequire } from 'node:module';
import vm from 'node:vm';

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-node');
const { compileFunction, createContext, SourceTextModule } = vm;

/**
 * Each test file has a realm of its own, and jest compiles itself, `src` and the dependencies anew in each: a third of the time of
 * the unit tests. What a worker has compiled once it runs again in the next realm.
 */
export default TestEnvironment;

// Jest puts a proxy before the globals of a realm, to find out which a test leaves behind: each access to `Math` or `JSON` goes through it.
vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);

/** By file; another text, as of a mocked module, takes the place of the last. */
const scripts = new Map();

vm.compileFunction = (code, parameters, options) => {
  // The function behind `import()` belongs to one realm.
  if (/\bimport\s*\(/.test(code)) return compileFunction(code, parameters, options);
  const { filename, parsingContext } = options;
  let known = scripts.get(filename);
  if (known?.code !== code) {
    known = { code, script: new vm.Script(`(function (${parameters}) {${code}\n})`, { filename }) };
    scripts.set(filename, known);
  }
  return known.script.runInContext(parsingContext);
};

/** A module belongs to a realm, so only what parsing it gave is kept. */
const modules = new Map();

vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    const known = modules.get(options.identifier);
    const isKnown = known?.code === code;
    super(code, isKnown ? { ...options, cachedData: known.cachedData } : options);
    if (!isKnown) modules.set(options.identifier, { code, cachedData: this.createCachedData() });
  }
};
