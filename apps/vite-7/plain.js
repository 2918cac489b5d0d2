import '../shared/plain.js';
