import { Suspense } from 'react';
import { Board } from '../../board.jsx';

export default function Page({ params }) {
  return (
    <Suspense>
      <Numbered params={params} />
    </Suspense>
  );
}

async function Numbered({ params }) {
  const { n } = await params;
  return <Board name={`board ${n}`} publicId="fulfilment" />;
}
