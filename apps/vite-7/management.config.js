export default {
  // Bundled ahead, the package would look for its .wasm file in the wrong folder.
  optimizeDeps: { exclude: ['svc-embed'] },
  server: { proxy: { '/api': process.env.BACKEND } },
};
