// The page is streamed: first this, then the dashboard, which React moves to its place.
export default function Loading() {
  return <p>The page is being loaded.</p>;
}
