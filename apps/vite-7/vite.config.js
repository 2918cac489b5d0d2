export default {
  // Bundled ahead, the package would look for its .wasm files where they are not.
  optimizeDeps: { exclude: ['svc-embed'] },
  server: { proxy: { '/api': process.env.BACKEND } },
  // The page awaits at its top level.
  build: { target: 'es2022' },
};
