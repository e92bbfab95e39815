// Loaded before the tests of `npm test`. The test runner follows every promise of a process to attribute code to a test, and
// that takes half of the processor time of most files. Here the current test is in an AsyncLocalStorage, which costs almost
// nothing; the runner itself needs only the tests.
import hooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

const { createHook, executionAsyncId } = hooks;
const { runInAsyncScope } = AsyncResource.prototype;
const currentTest = new AsyncLocalStorage<number>();
const tests = new WeakSet<object>();

hooks.createHook = (callbacks) => {
  if (!new Error().stack?.includes('internal/test_runner/')) return createHook(callbacks);
  const ofTests = {
    init(id: number, type: string, trigger: number, resource: object) {
      if (!type.startsWith('Test')) return;
      tests.add(resource);
      callbacks.init?.(id, type, trigger, resource);
    },
    // The declarations do not know it yet.
    trackPromises: false,
  };
  return createHook(ofTests);
};

hooks.executionAsyncId = () => currentTest.getStore() ?? executionAsyncId();

AsyncResource.prototype.runInAsyncScope = function (work, self, ...given) {
  if (!tests.has(this)) return runInAsyncScope.call(this, work as never, self, ...given) as never;
  const inTest = () => currentTest.run(this.asyncId(), () => work.apply(self as never, given as never));
  return runInAsyncScope.call(this, inTest) as never;
};
