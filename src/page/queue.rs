//! A queue of places, without allocation.

/// Places in the order in which they were pushed, each at most once. `N` is the number of places, at
/// most 65,536: a place is stored as a `u16`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Queue<const N: usize> {
    first: Option<u16>,
    last: Option<u16>,
    links: [Link; N],
}

/// Whether a place is in a queue, and which place is behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Link {
    is_queued: bool,
    next: Option<u16>,
}

impl Link {
    const UNQUEUED: Link = Link {
        is_queued: false,
        next: None,
    };
}

impl<const N: usize> Queue<N> {
    pub(super) const fn new() -> Self {
        const { assert!(N <= 1 << u16::BITS, "a place must fit a u16") };
        Self {
            first: None,
            last: None,
            links: [Link::UNQUEUED; N],
        }
    }

    /// Adds `place` at the end, unless it is in the queue already.
    pub(super) fn push(&mut self, place: usize) {
        let (Some(link), Ok(number)) = (self.links.get_mut(place), u16::try_from(place)) else {
            return;
        };
        if link.is_queued {
            return;
        }
        link.is_queued = true;
        self.link(self.last, Some(number));
        self.last = Some(number);
    }

    /// The first place.
    pub(super) fn first(&self) -> Option<usize> {
        self.first.map(usize::from)
    }

    /// The place behind `place`.
    pub(super) fn behind(&self, place: usize) -> Option<usize> {
        self.links.get(place)?.next.map(usize::from)
    }

    /// Removes `place`, if it is in the queue.
    pub(super) fn remove(&mut self, place: usize) {
        let Some(link) = self.links.get_mut(place).filter(|link| link.is_queued) else {
            return;
        };
        let next = core::mem::replace(link, Link::UNQUEUED).next;
        let before = self.place_before(place);
        self.link(before, next);
        if next.is_none() {
            self.last = before;
        }
    }

    fn place_before(&self, place: usize) -> Option<u16> {
        let (mut before, mut current) = (None, self.first);
        while let Some(number) = current
            && usize::from(number) != place
        {
            before = current;
            current = self.links.get(usize::from(number))?.next;
        }
        before
    }

    /// Makes `next` the place behind `place`, or the first one if `place` is `None`.
    fn link(&mut self, place: Option<u16>, next: Option<u16>) {
        match place.and_then(|place| self.links.get_mut(usize::from(place))) {
            Some(link) => link.next = next,
            None => self.first = next,
        }
    }
}
