// The sandbox's time in this page: the last time that the service sent, plus the time since then by
// the monotonic clock. A wrong wall clock on the viewer's machine changes nothing.

const RECONNECT_MS = 1_500;

let said = { now: Date.now(), at: performance.now() };
const listeners = new Set<() => void>();

export function now(): number {
  return Math.round(said.now + performance.now() - said.at);
}

export function sync(serverNow: number): void {
  said = { now: serverNow, at: performance.now() };
  for (const listener of listeners) listener();
}

/** Calls back whenever the service sends its time, also after each move of its clock. */
export function onSync(listener: () => void): void {
  listeners.add(listener);
}

/** What the service sends: its time, or what this page is to send to its host. */
type Said = { now: number } | { emit: Emission; id: number };

/** A message that a test has this page send: an event, or a message as it is. */
export type Emission =
  { event: string; payload: Record<string, unknown> | null } | { message: unknown };

/** Connects to the service, and again whenever the connection ends. `about` says what this page is. */
export function connect(about: Record<string, string>, onEmit: (emission: Emission) => void): void {
  const address = new URL('/embed/api/clock', location.href);
  address.protocol = 'ws:';
  address.search = `?${new URLSearchParams(about)}`;
  const socket = new WebSocket(address);
  const ask = () => {
    if (document.visibilityState === 'visible' && socket.readyState === WebSocket.OPEN)
      socket.send('now');
  };
  socket.onmessage = ({ data }) => {
    const said = JSON.parse(String(data)) as Said;
    if ('now' in said) return sync(said.now);
    onEmit(said.emit);
    socket.send(`sent ${said.id}`);
  };
  const again = () => connect(about, onEmit);
  // A page that the browser keeps for Back runs no script: it is not open, and answers nobody.
  const leave = () => {
    socket.onclose = null;
    socket.close();
    document.removeEventListener('visibilitychange', ask);
    addEventListener('pageshow', again, { once: true });
  };
  addEventListener('pagehide', leave, { once: true });
  socket.onclose = () => {
    removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', ask);
    setTimeout(again, RECONNECT_MS);
  };
  // The monotonic clock may have stopped while the machine slept.
  document.addEventListener('visibilitychange', ask);
}
