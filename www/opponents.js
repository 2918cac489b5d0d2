// What a scene plays beside svc-embed: two listeners that pages write by hand.

export const OPPONENTS = [
  {
    id: 'usual',
    name: 'The usual listener',
    file: 'usual-listener.js',
    about: 'the 30 lines of the guide',
  },
  {
    id: 'careful',
    name: 'A careful listener',
    file: 'careful-listener.js',
    about: '120 lines that also try again',
    triesAgain: true,
  },
];
