export default {
  test: {
    globals: true,
    environment: 'jsdom', // or 'happy-dom'
  },
};
