// The page is streamed: first this, then the dashboard, which React moves to its place at the next frame. WebKit
// draws none before a page that is being loaded has 200 characters.
export default function Loading() {
  return <p>{'The page is being loaded. '.repeat(10)}</p>;
}
