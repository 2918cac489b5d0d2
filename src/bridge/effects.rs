//! What the session asks for, done in the page.

use super::embed::Embed;
use super::host::{self, UNDEFINED, Value, from_millis};
use super::page::{Slot, hand_on_turns, request_turn, with};
use super::words;
use crate::error::Error;
use crate::protocol::words::of_action;
use crate::protocol::{ActionKind, EmbedUrl, SessionId};
use crate::session::{Effect, Input, Turn};

/// Tells the session of `input`, where there is one, and does what it asks for. `id` is the one
/// that was minted, where one was.
///
/// # Errors
/// Where the embed is gone.
pub(super) fn feed(slot: Slot, input: Option<Input<()>>, id: Value) -> Result<(), Error> {
    let now = host::now();
    let shown = with(slot, |embed| {
        if let Some(input) = input {
            embed.session.handle(now, input);
        }
        (embed.session.state(), embed.session.next_timeout())
    });
    let (state, deadline) = shown.ok_or(Error::DESTROYED)?;
    host::show(
        slot,
        from_millis(deadline),
        words::of_mode(state.mode),
        words::of_status(state.status),
        words::of_renewal(state.renewal),
        state.attempt.cast_signed(),
        state.renewals.cast_signed(),
        from_millis(state.expires_at),
        from_millis(state.next_attempt_at),
        state.last_error.map_or(0, told),
    );
    // The session is at rest before an effect runs, which may call the page's code.
    while let Some(Some(effect)) = with(slot, next) {
        run(slot, &effect, id);
    }
    let is_over = with(slot, |embed| {
        let is_over = embed.turn == Turn::TAKEN && !embed.session.is_minting();
        if is_over {
            embed.turn = Turn::NONE;
        }
        is_over
    });
    if is_over == Some(true) {
        hand_on_turns();
    }
    host::announce(slot);
    Ok(())
}

/// What the session asks for next.
fn next(embed: &mut Embed) -> Option<Effect<()>> {
    let effect = embed.session.poll();
    match effect {
        Some(Effect::Post(())) => embed.replayed = false,
        Some(Effect::Replay) => embed.replayed = true,
        _ => {}
    }
    effect
}

fn run(slot: Slot, effect: &Effect<()>, id: Value) {
    match *effect {
        Effect::AwaitTurn => request_turn(slot),
        // How often, and what expires when, is shown already.
        Effect::Mint { ticket, reason, .. } => {
            host::mint(slot, ticket, words::of_reason(reason));
        }
        Effect::Abort => host::abort(slot),
        Effect::Load(minted) => {
            let answer = if load(slot, minted.map_or(UNDEFINED, |()| id)) {
                with(slot, |embed| {
                    embed.is_ready = false;
                    embed.replayed = false;
                });
                Input::Loaded
            } else {
                Input::LoadFailed(Error::NOT_RELOADABLE)
            };
            let _ = feed(slot, Some(answer), id);
        }
        Effect::Post(()) => {
            let payload = host::object_with(words::SESSION_ID, id);
            if !host::post(slot, of_action(ActionKind::SetSession), payload) {
                let _ = feed(slot, Some(Input::Unreachable), id);
            }
        }
        Effect::Replay => host::replay(slot, false, true),
        Effect::Settle(outcome) => host::settle(slot, outcome.map_or_else(told, |()| 0)),
        Effect::ReadyTimedOut => host::reject_ready(slot, Error::READY_TIMED_OUT.number()),
    }
}

/// Loads the iframe with `id`, where there is one. False where it is none of ours, and shows no
/// page of the tenant.
fn load(slot: Slot, id: Value) -> bool {
    match host::url_of(slot) {
        // The page's own URL, with the fresh id in the place of the one it was loaded with.
        UNDEFINED => host::reload(slot, id),
        url => host::load(
            slot,
            EmbedUrl::from(url).with_session(SessionId::of(id).as_ref()),
        ),
    }
}

/// `error` as a number for JavaScript, below 0 where what `getSession` threw is its cause.
pub(super) fn told(error: Error) -> i32 {
    if matches!(error, Error::MINT_FAILED | Error::SIGNED_OUT) {
        -error.number()
    } else {
        error.number()
    }
}
