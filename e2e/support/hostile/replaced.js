// Functions of the page's own in the place of the browser's. They do the same, and note each text that
// they are given.

(() => {
  const noted = (window.noted = []);
  const { apply } = Reflect;
  const replace = (owner, names) => {
    for (const name of names) {
      const original = owner[name];
      owner[name] = function (...given) {
        for (const value of given) if (typeof value === 'string') noted[noted.length] = value;
        return apply(original, this, given);
      };
    }
  };
  replace(window, ['postMessage', 'setTimeout', 'clearTimeout', 'queueMicrotask']);
  replace(Map.prototype, ['get', 'set', 'delete', 'has', 'values']);
  replace(Set.prototype, ['add', 'delete', 'has']);
  replace(Array.prototype, ['map', 'filter', 'find', 'includes', 'some', 'every', 'forEach']);
  replace(Array.prototype, ['push', 'splice', 'shift', 'indexOf', 'join']);
  replace(Promise.prototype, ['then', 'catch']);
  // What a loop by `in`, or a look for an option, would meet.
  Array.prototype.last = function () {
    return this[this.length - 1];
  };
  Object.prototype.extra = 'extra';
  window.Promise = class extends Promise {};
})();
