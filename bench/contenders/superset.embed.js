import { Switchboard } from '@superset-ui/switchboard';

let switchboard;

export function connect() {
  return new Promise((resolve) => {
    addEventListener('message', ({ data, ports }) => {
      if (data.type !== '__embedded_comms__') return;
      switchboard = new Switchboard({ port: ports[0], name: 'superset' });
      // The page sends its token once it listens.
      switchboard.defineMethod('guestToken', () => resolve());
      switchboard.start();
    });
  });
}

export const emit = (payload) => switchboard.emit('observeDataMask', payload);
