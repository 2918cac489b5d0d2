// A page that does nothing but open one embed, as soon as it can.

export function start({ open }) {
  const { origin } = document.documentElement.dataset;
  const getSession = () => Promise.resolve('session-1');
  open({ target: document.querySelector('main'), origin, onEvent() {}, getSession });
}
