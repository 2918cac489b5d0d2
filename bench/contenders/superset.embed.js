import { Switchboard } from '@superset-ui/switchboard';

let switchboard;
let onToken;

export function connect() {
  return new Promise((resolve) => {
    onToken = resolve;
    addEventListener('message', ({ data, ports }) => {
      if (data.type !== '__embedded_comms__') return;
      switchboard = new Switchboard({ port: ports[0], name: 'superset' });
      // The page sends its token once it listens.
      switchboard.defineMethod('guestToken', () => onToken());
      switchboard.start();
    });
  });
}

export const emit = (payload) => switchboard.emit('observeDataMask', payload);

/** The embed cannot report an expiry: the page has a timer. */
export function expire(renewed) {
  onToken = renewed;
}
