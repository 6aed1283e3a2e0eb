//! Reports of sides about the result. One report waits for the other side's; two decide the match, or are disputed.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::bracket::{Outcome, Side};
use manao_domain::match_time::ProposalState;
use manao_domain::tournament::Reporter;
use serde_json::json;
use uuid::Uuid;

use super::given::{self, CurrentReport};
use super::times::window;
use super::{people, tell};
use crate::brackets::attention::MatchStuck;
use crate::brackets::room::{Room, Step, end_proposals};
use crate::brackets::room_state::{ReportKind, RuledBy};
use crate::brackets::{self, DecisionContext, MatchGame, MatchSide, MatchState};
use crate::messages::{MessageSide, StepKind};
use crate::tournaments;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Code, Problem, codes};

/// Time after the start before the other side can be reported absent.
pub const GRACE: TimeDelta = TimeDelta::minutes(15);
/// Time in which a side reported absent may object.
pub const CONTEST: TimeDelta = TimeDelta::minutes(30);
/// Most pictures of one report.
pub const PROOFS: usize = 4;

/// A result as one side submits it.
pub struct ScoreSent<'a> {
    pub games: Option<&'a [MatchGame]>,
    /// The other side did not appear
    pub no_show: bool,
    pub proofs: &'a [Uuid],
    /// Version of the room that the client last saw
    pub version: i64,
}

/// The consequence of a report.
enum Verdict {
    /// The same report was sent before
    Again,
    First,
    Agreed(CurrentReport),
    Disputed,
}

/// Takes a side's report.
///
/// # Errors
/// 404 `match_not_found`; 403 `captain_acts`; 409 `match_not_open`, `report_given`, `match_reset`, `match_not_begun`, `no_show_too_early`,
/// `match_of_many`, `match_results_fall`, `prize_paid`, `tournament_cancelled`, `tournament_over` and 422 at `games`, `proofs`, with the
/// current room (`match`).
pub async fn report(app: &App, user_id: i64, match_id: i64, sent: &ScoreSent<'_>) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let mut room = Room::lock_match(&mut change, match_id).await?;
    let side = acting(&mut change, &room, user_id).await?;
    let verdict = match take(&mut change, &room, (user_id, side), sent).await {
        Ok(verdict) => verdict,
        Err(problem) if [409, 422].contains(&problem.code().status) => return Err(room.refuse(&mut change, problem).await),
        Err(problem) => return Err(problem),
    };
    match verdict {
        Verdict::Again => return Ok(()),
        Verdict::Agreed(first) => {
            let by = DecisionContext { actor_id: Some(user_id), reason: None, cascade: false, ruled: RuledBy::Sides };
            let settled = settle(change, match_id, &first, by).await;
            return brackets::refused_now(app, match_id, settled).await;
        }
        Verdict::First => submitted(&mut change, &mut room, (user_id, side), sent.no_show).await?,
        Verdict::Disputed => disputed(&mut change, &mut room, (user_id, side), StepKind::Disputed).await?,
    }
    change.commit().await?;
    tournaments::forget_bracket(app, room.tournament_id);
    Ok(())
}

/// Returns the side that the user may act for.
///
/// # Errors
/// 404 `match_not_found` when the user plays for neither side; 403 `captain_acts`.
pub async fn acting(change: &mut Change, room: &Room, user_id: i64) -> Result<MatchSide, Problem> {
    let (side, captain) = people::side(change.conn(), room.match_id, user_id).await?.ok_or(codes::match_not_found)?;
    if captain || room.reporter == Reporter::Roster { Ok(side) } else { Err(codes::captain_acts.into()) }
}

/// Checks a report and stores it.
async fn take(
    change: &mut Change,
    room: &Room,
    (user_id, side): (i64, MatchSide),
    sent: &ScoreSent<'_>,
) -> Result<Verdict, Problem> {
    if let Some(over) = room.over {
        return Err(over.into());
    }
    if sent.version < room.begun_with {
        return Err(codes::match_reset.into());
    }
    let said = given::standing(change, room.match_id).await?;
    let same = |report: &CurrentReport| match (report.kind, sent.games) {
        (ReportKind::NoShow, None) => sent.no_show,
        (ReportKind::Score, Some(games)) => !sent.no_show && report.games.as_deref().is_some_and(|own| own == pairs(games)),
        _ => false,
    };
    if let Some(own) = said.iter().find(|report| report.side == side) {
        return if same(own) { Ok(Verdict::Again) } else { Err(codes::report_given.into()) };
    }
    let open = matches!(room.state, MatchState::Ready | MatchState::Scheduled | MatchState::Playing | MatchState::Submitted);
    if !open {
        return Err(codes::match_not_open.into());
    }
    in_time(change, room, sent.no_show).await?;
    let report = checked(room, side, sent)?;
    let proofs = proved(change, room, side, sent.proofs).await?;
    given::store(change, (room.match_id, user_id), &report, &proofs).await?;
    Ok(match said.into_iter().next() {
        None => Verdict::First,
        Some(first) if first.score.is_some() && first.score == report.score => Verdict::Agreed(first),
        Some(_) => Verdict::Disputed,
    })
}

/// Checks that the report is not too early. Without a fixed time, a match can be played once its round's window begins, so that nobody
/// wins while the others sleep.
///
/// # Errors
/// 409 `match_not_begun`, `no_show_too_early`.
async fn in_time(change: &mut Change, room: &Room, no_show: bool) -> Result<(), Problem> {
    let now = change.now();
    if no_show {
        return match room.scheduled_at {
            Some(at) if at + GRACE <= now => Ok(()),
            at => Err(Problem::new(codes::no_show_too_early).with("from", at.map(|at| at + GRACE))),
        };
    }
    let from = match room.scheduled_at {
        Some(at) => at,
        None => window(change, room).await?.opens_at,
    };
    if from > now { Err(Problem::new(codes::match_not_begun).with("from", from)) } else { Ok(()) }
}

/// # Errors
/// 422 at `games`.
fn checked(room: &Room, side: MatchSide, sent: &ScoreSent<'_>) -> Result<CurrentReport, Problem> {
    match sent.games {
        Some(games) if !sent.no_show => {
            let (home, away) = brackets::score(games, room.best_of)?;
            let score = Some((i32::from(home), i32::from(away)));
            Ok(CurrentReport { side, kind: ReportKind::Score, games: Some(pairs(games)), score })
        }
        None if sent.no_show => Ok(CurrentReport { side, kind: ReportKind::NoShow, games: None, score: None }),
        _ => Err(Problem::invalid("games", codes::score_invalid).param("bestOf", room.best_of)),
    }
}

/// Returns the proofs, each once.
///
/// # Errors
/// 422 at `proofs`.
async fn proved(change: &mut Change, room: &Room, side: MatchSide, sent: &[Uuid]) -> Result<Vec<Uuid>, Problem> {
    let wrong = |code: Code| Problem::invalid("proofs", code);
    if sent.len() > PROOFS {
        return Err(wrong(codes::proofs_too_many).param("most", PROOFS));
    }
    let mut proofs: Vec<Uuid> = Vec::new();
    for id in sent {
        if !proofs.contains(id) {
            proofs.push(*id);
        }
    }
    if proofs.is_empty() {
        return Ok(proofs);
    }
    let own = given::keep_own_pictures(change, room.match_id, room.entrant(side), &proofs).await?;
    if own { Ok(proofs) } else { Err(wrong(codes::proof_invalid)) }
}

fn pairs(games: &[MatchGame]) -> Vec<[i64; 2]> {
    games.iter().map(|game| [game.home, game.away]).collect()
}

/// Handles the first report: the other side now has time to answer.
async fn submitted(change: &mut Change, room: &mut Room, by: (i64, MatchSide), no_show: bool) -> Result<(), Problem> {
    let (user_id, side) = by;
    let was = room.state;
    let patience = if no_show { CONTEST } else { TimeDelta::minutes(room.confirm_minutes) };
    let due = change.now() + patience;
    (room.state, room.confirm_due_at) = (MatchState::Submitted, Some(due));
    // A match that was played needs no other time.
    end_proposals(change, &[room.match_id], ProposalState::Void).await?;
    room.save(change).await?;
    let (kind, data) = if no_show {
        (StepKind::NoShowReported, json!({"absent": opposite(side), "standsAt": due}))
    } else {
        (StepKind::ScoreReported, json!({}))
    };
    let now = room.step(change, Step { kind, author_id: Some(user_id), side: Some(speaks(side)), data }).await?;
    MatchStuck::emit(change, &[(was, &now)]).await?;
    tell::reported(change, room, side, (no_show, patience.num_minutes())).await
}

/// Handles a dispute, which only staff can end.
async fn disputed(change: &mut Change, room: &mut Room, by: (i64, MatchSide), kind: StepKind) -> Result<(), Problem> {
    let (user_id, side) = by;
    let was = room.state;
    (room.state, room.confirm_due_at) = (MatchState::Disputed, None);
    room.save(change).await?;
    let step = Step { kind, author_id: Some(user_id), side: Some(speaks(side)), data: json!({}) };
    let now = room.step(change, step).await?;
    MatchStuck::emit(change, &[(was, &now)]).await?;
    tell::disputed(change, room).await
}

/// Decides by a report: by its score, or as a loss of the absent side.
async fn settle(change: Change, match_id: i64, report: &CurrentReport, by: DecisionContext<'_>) -> Result<(), Problem> {
    let outcome = match report.score {
        Some((home, away)) => Outcome::Played {
            home: u8::try_from(home).map_err(Problem::internal)?,
            away: u8::try_from(away).map_err(Problem::internal)?,
        },
        None => Outcome::Walkover(match report.side {
            MatchSide::Home => Side::Home,
            MatchSide::Away => Side::Away,
        }),
    };
    brackets::settle(change, match_id, (outcome, report.games.as_deref()), by).await
}

/// Contests the other side's report, so that staff decide.
///
/// # Errors
/// 404 `match_not_found`; 403 `captain_acts`; 409 `no_show_none`, `match_of_many`, `tournament_cancelled`, `tournament_over`.
pub async fn contest(app: &App, user_id: i64, match_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let mut room = Room::lock_match(&mut change, match_id).await?;
    let side = acting(&mut change, &room, user_id).await?;
    if let Some(over) = room.over {
        return Err(room.refuse(&mut change, over).await);
    }
    let said = given::standing(&mut change, match_id).await?;
    let theirs = match said.as_slice() {
        [one] if one.side != side => Some(one.kind),
        _ => None,
    };
    let kind = match (room.state, theirs) {
        (MatchState::Submitted, Some(ReportKind::NoShow)) => StepKind::NoShowContested,
        (MatchState::Submitted, Some(ReportKind::Score)) => StepKind::Disputed,
        (MatchState::Disputed, Some(_)) => return Ok(()),
        _ => return Err(room.refuse(&mut change, codes::no_show_none).await),
    };
    disputed(&mut change, &mut room, (user_id, side), kind).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, room.tournament_id);
    Ok(())
}

/// Lets reports stand that nobody answered in time. A match that cannot be decided stays due, and does not block the rest.
pub async fn confirm_due(app: App) -> anyhow::Result<()> {
    let (now, mut after) = (app.now(), (DateTime::<Utc>::UNIX_EPOCH, 0));
    loop {
        let due = sqlx::query!(
            r#"select m.id, m.confirm_due_at as "due_at!" from esports.matches m join esports.tournaments t on t.id = m.tournament_id
               where m.confirm_due_at <= $1 and (m.confirm_due_at, m.id) > ($2, $3)
                 and t.cancelled_at is null and t.finished_at is null order by m.confirm_due_at, m.id limit $4"#,
            now,
            after.0,
            after.1,
            BATCH
        )
        .fetch_all(&app.db)
        .await?;
        let Some(last) = due.last() else { return Ok(()) };
        after = (last.due_at, last.id);
        for row in due {
            if let Err(problem) = confirm(&app, row.id).await {
                tracing::warn!(match_id = row.id, %problem, "a report was not confirmed and will be tried again");
            }
        }
    }
}

/// Matches that are read at once.
const BATCH: i64 = 200;

async fn confirm(app: &App, match_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let room = Room::lock_match(&mut change, match_id).await?;
    let is_due = room.confirm_due_at.is_some_and(|at| at <= change.now());
    if room.over.is_some() || room.state != MatchState::Submitted || !is_due {
        return Ok(());
    }
    let said = given::standing(&mut change, match_id).await?;
    let [only] = said.as_slice() else { return Ok(()) };
    let by = DecisionContext { actor_id: None, reason: None, cascade: false, ruled: RuledBy::Time };
    settle(change, match_id, only, by).await
}

fn opposite(side: MatchSide) -> MatchSide {
    match side {
        MatchSide::Home => MatchSide::Away,
        MatchSide::Away => MatchSide::Home,
    }
}

pub fn speaks(side: MatchSide) -> MessageSide {
    match side {
        MatchSide::Home => MessageSide::Home,
        MatchSide::Away => MessageSide::Away,
    }
}
