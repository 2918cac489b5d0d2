import { proxy, windowEndpoint, wrap } from 'comlink';

// The page passes a callback, which gets a port of its own. An object exposed on the window would
// receive the messages of every embed of the tenant, because comlink checks only the origin.
export async function open({ target, origin, onEvent, getSession }) {
  const iframe = document.createElement('iframe');
  iframe.src = `${origin}/embed?session=${await getSession()}`;
  iframe.addEventListener('load', () => {
    const embed = wrap(windowEndpoint(iframe.contentWindow, window, origin));
    embed.subscribe(proxy(onEvent));
  });
  target.append(iframe);
}
