import '../shared/management.js';
