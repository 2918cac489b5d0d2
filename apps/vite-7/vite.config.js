export default {
  server: { proxy: { '/api': process.env.BACKEND } },
};
