import { proxy, windowEndpoint, wrap } from 'comlink';

// By a callback, which gets a port of its own. An object that is exposed on the window would hear
// the messages of every embed of the tenant: comlink looks at the origin alone.
export async function open({ target, origin, onEvent, getSession }) {
  const iframe = document.createElement('iframe');
  iframe.src = `${origin}/embed?session=${await getSession()}`;
  iframe.addEventListener('load', () => {
    const embed = wrap(windowEndpoint(iframe.contentWindow, window, origin));
    embed.subscribe(proxy(onEvent));
  });
  target.append(iframe);
}
