export default {
  testEnvironment: 'jsdom',
  transform: {},
};
