// A page that opens one embed as soon as it can, and does nothing else.

export function start({ open }) {
  const { origin } = document.documentElement.dataset;
  const isAsked = location.search === '?cold-request';
  const getSession = async () => {
    if (isAsked) await fetch('/session');
    return 'session-1';
  };
  open({ target: document.querySelector('main'), origin, onEvent() {}, getSession });
}
