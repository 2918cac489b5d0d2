import '../shared/dashboard.js';
