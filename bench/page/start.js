// A page that opens one embed as soon as it can, and does nothing else.

export function start({ open }) {
  const { origin } = document.documentElement.dataset;
  const getSession = async () => 'session-1';
  open({ target: document.querySelector('main'), origin, onEvent() {}, getSession });
}
