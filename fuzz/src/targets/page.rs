//! The machine of a page: any sequence of inputs, in the middle of polling and inside effects, with
//! any numbers in events and any clock. The fake shell of the native tests asserts the invariants.

use crate::page::steps::{Op, Step, Which};
use crate::page::{EMBEDS, HOUR, MINUTE, SECOND, World, mounted, plain};
use svc_embed::page::{EmbedId, LoadedBy, Setup, TextHash};
use svc_embed::session::{Input, Millis, MintFailure, Mode, OnExhausted, Policy};

use super::Bytes;

const MOST_STEPS: u32 = 64;

pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut world = World::new();
    for number in 0..MOST_STEPS {
        if bytes.is_empty() {
            break;
        }
        let step = step(&mut bytes);
        world.play(step, 10 * number);
    }
    world.settle();
    // Every embed can still be destroyed, and every turn is free then.
    for id in world.members.iter().map(|it| it.id).collect::<Vec<_>>() {
        world.destroy(id);
    }
    let ids: Vec<EmbedId> = (0..5).map(|_| world.open(&mounted())).collect();
    assert_eq!(world.minting(), &ids[..4]);
}

fn step(bytes: &mut Bytes<'_>) -> Step {
    let shape = bytes.byte();
    let op = if shape & 15 == 15 {
        let inputs = [Input::Moved, Input::Navigated, Input::LoadedOffline];
        Op::Document(which(bytes), bytes.one_of(&inputs))
    } else {
        op(bytes)
    };
    Step {
        op,
        polls: (shape & 16 != 0).then(|| usize::from(shape >> 5 & 3)),
        inside: (0..if shape >> 7 == 1 { 2 } else { 0 })
            .map(|_| self::op(bytes))
            .collect(),
    }
}

fn which(bytes: &mut Bytes<'_>) -> Which {
    bytes.below(EMBEDS + 4)
}

fn op(bytes: &mut Bytes<'_>) -> Op {
    match bytes.below(32) {
        0..=2 => Op::Open(setup(bytes)),
        3..=6 => Op::Minted(which(bytes), u64::from(bytes.byte() % 40)),
        7 => Op::MintedLate(which(bytes), u64::from(bytes.byte() % 40)),
        8 | 9 => {
            let failures = [
                MintFailure::Failed,
                MintFailure::SignedOut,
                MintFailure::Invalid,
                MintFailure::Repeated,
            ];
            Op::MintFails(which(bytes), bytes.one_of(&failures))
        }
        10..=18 => Op::Session(which(bytes), input(bytes)),
        19 | 20 => Op::Expires {
            which: which(bytes),
            lapsed: bytes.flag(),
            left: time(bytes),
        },
        21 => Op::Claims {
            which: which(bytes),
            lapsed: bytes.flag(),
            at: any_number(bytes),
            left: any_number(bytes),
        },
        // As far as a clock of JavaScript goes.
        22 => Op::Wall(any_number(bytes).clamp(0.0, 8.64e15)),
        23 | 24 => Op::Act(which(bytes), bytes.flag()),
        25 => Op::NoteUsedId(u64::from(bytes.byte() % 40)),
        26 => Op::Loads(bytes.flag()),
        27 => Op::Windows(bytes.flag()),
        28 => Op::Pass(time(bytes)),
        _ => Op::Run(time(bytes)),
    }
}

fn input(bytes: &mut Bytes<'_>) -> Input {
    let inputs = [
        Input::Ready(Some(Mode::Signed)),
        Input::Ready(Some(Mode::Private)),
        Input::Ready(None),
        Input::View,
        Input::Rejected,
        Input::Foreground,
        Input::Renew,
        Input::Reload,
        Input::Tick,
        Input::Turn,
        Input::Seen,
        Input::Destroy,
    ];
    bytes.one_of(&inputs)
}

/// From milliseconds to two days, each magnitude as likely as the others.
fn time(bytes: &mut Bytes<'_>) -> Millis {
    let unit = bytes.one_of(&[Millis::new(9), SECOND, MINUTE, HOUR]);
    u64::from(bytes.byte() % 60) * unit
}

/// Any number that a message may have, which is finite; also one near to what is true.
fn any_number(bytes: &mut Bytes<'_>) -> f64 {
    let unit = 1_700_000_000_000.0;
    match bytes.below(4) {
        0 => Some(f64::from_bits(bytes.number()))
            .filter(|number| number.is_finite())
            .unwrap_or_default(),
        1 => unit + 60_000.0 * (f64::from(bytes.byte()) - 128.0),
        2 => unit + 3_600_000.0 * (f64::from(bytes.byte()) - 128.0),
        _ => bytes.one_of(&[f64::MAX, f64::MIN, -1.0, 0.0, 1e-300, 8.64e15]),
    }
}

fn setup(bytes: &mut Bytes<'_>) -> Setup {
    let shape = bytes.byte();
    let policy = match shape & 3 {
        0 | 1 => plain(),
        // As hasty as a page can say, but for `retry_max`: see `policy`.
        2 => Policy {
            mint_timeout: Millis::ZERO,
            retry_min: Millis::ZERO,
            retry_max: Millis::new(1),
            ..plain()
        },
        _ => policy(bytes),
    };
    Setup {
        loaded_by: if shape & 4 == 0 {
            LoadedBy::Bridge
        } else {
            LoadedBy::Page
        },
        can_mint: shape >> 3 & 7 != 7,
        policy,
        ready_timeout: MINUTE,
        tenant: TextHash::new(u64::from(shape >> 6)),
        seed: u32::from(shape),
    }
}

/// `retry_max` is not zero. If it is, and a mint has no time, a renewal that gives up when the session
/// lapses starts the next one within the same input: it has used its turn and asks for another, which
/// looks to the reference as if it had been overtaken.
fn policy(bytes: &mut Bytes<'_>) -> Policy {
    let retry_min = time(bytes);
    Policy {
        mint_timeout: time(bytes),
        confirm: time(bytes),
        retry_min,
        retry_max: retry_min + time(bytes) + Millis::new(1),
        max_attempts: u32::from(bytes.byte() % 8) + 1,
        spread: time(bytes),
        lifetime: time(bytes) + Millis::new(1),
        on_exhausted: bytes.one_of(&[OnExhausted::Stop, OnExhausted::Reload]),
        retry_stopped: time(bytes),
    }
}
