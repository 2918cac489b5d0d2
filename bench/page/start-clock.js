// Runs first on the page of measurement 5: records when an iframe gets its `src`.

window.asked = performance.now();
window.loads = [];
const { prototype } = HTMLIFrameElement;
const src = Object.getOwnPropertyDescriptor(prototype, 'src');
const { setAttribute } = Element.prototype;
const note = (url) => window.loads.push({ url, at: performance.now() });
Object.defineProperty(prototype, 'src', {
  ...src,
  set(url) {
    note(String(url));
    src.set.call(this, url);
  },
});
prototype.setAttribute = function (name, value) {
  if (name === 'src') note(String(value));
  setAttribute.call(this, name, value);
};
