'use client';

/** A text that is another one in the browser: React then throws away what the server has rendered. */
export const Differs = () => <p>{typeof window}</p>;
