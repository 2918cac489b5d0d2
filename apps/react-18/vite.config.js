import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// In a project of its own, React 18 has its usual name.
export default defineConfig({
  plugins: [react()],
  resolve: { alias: { react: 'react-18', 'react-dom': 'react-dom-18' } },
});
