export default {
  mode: 'production',
  entry: { main: './main.js', dashboard: '../shared/dashboard.js' },
};
