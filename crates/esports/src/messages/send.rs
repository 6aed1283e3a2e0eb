//! Sending a message.

use chrono::TimeDelta;
use manao_domain::talk::{self, TalkRefusal};
use uuid::Uuid;

use super::live::{MessageLive, ThreadLive, ThreadScope};
use super::shapes::{MessageNew, MessageSide, ThreadMessage};
use super::tell::TellThread;
use super::thread::{self, Thread};
use super::{marks, pictures};
use manao_kernel::access::Role;
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::limits;
use manao_kernel::problem::{Form, Problem, codes};

pub const MOST_PICTURES: usize = 4;
/// Delay of the inbox notice, so that people who read along get none.
const TOLD_AFTER: TimeDelta = TimeDelta::seconds(20);

/// A message to write, checked.
struct Draft {
    text: String,
    pictures: Vec<Uuid>,
    client_id: Uuid,
    reply_to: Option<i64>,
}

/// # Errors
/// 422 at `text` and `pictures`.
pub fn text(given: Option<&str>, needed: bool) -> Result<String, manao_kernel::problem::Code> {
    match talk::message(given.unwrap_or_default()) {
        Ok(text) => Ok(text),
        Err(TalkRefusal::Empty) if needed => Err(codes::field_required),
        Err(TalkRefusal::Empty) => Ok(String::new()),
        Err(TalkRefusal::TooLong) => Err(codes::message_too_long),
    }
}

impl Draft {
    fn from_request(new: MessageNew) -> Result<Self, Problem> {
        let mut form = Form::default();
        let mut once = new.pictures.clone();
        once.sort_unstable();
        once.dedup();
        if once.len() != new.pictures.len() || new.pictures.len() > MOST_PICTURES {
            form.refuse("pictures", codes::field_invalid);
        }
        let text = form.field("text", text(new.text.as_deref(), new.pictures.is_empty())).unwrap_or_default();
        form.check()?;
        Ok(Self { text, pictures: new.pictures, client_id: new.client_id, reply_to: new.reply_to })
    }
}

/// Appends a message, or returns the existing one with that `clientId`.
///
/// # Errors
/// 404 without a right there any more; 409 `tournament_over`, `tournament_cancelled` for players; 422 at `text`, `pictures`, `replyTo`;
/// 429.
pub async fn send(
    app: &App,
    place: ThreadScope,
    (user_id, role): (i64, Role),
    new: MessageNew,
) -> Result<ThreadMessage, Problem> {
    let draft = Draft::from_request(new)?;
    let staff = thread::is_staff(role);
    let known = {
        let mut conn = app.db.acquire().await?;
        let thread = Thread::load(&mut conn, place).await?;
        sent(&mut conn, thread.id, user_id, draft.client_id, staff).await?
    };
    if let Some(known) = known {
        return Ok(known);
    }
    let mut change = app.change().await?;
    let thread = Thread::lock(change.conn(), place).await?;
    if let Some(known) = sent(change.conn(), thread.id, user_id, draft.client_id, staff).await? {
        return Ok(known);
    }
    // The right may have been lost while this waited for the lock.
    let side = thread::side_of(change.conn(), place, user_id, staff).await?.ok_or(thread::missing(place))?;
    app.limit(limits::SEND_MESSAGE, format!("{user_id}:{}", thread.id))?;
    let tournament_id = thread::open(change.conn(), place, staff).await?;
    if draft.reply_to.is_some_and(|seq| !(1..=thread.last_seq).contains(&seq)) {
        return Err(Problem::invalid("replyTo", codes::field_invalid));
    }
    pictures::take(&mut change, user_id, place, &draft.pictures, "pictures").await?;
    let seq = append(&mut change, &thread, (user_id, side), &draft).await?;
    tell(&mut change, &thread, tournament_id, seq).await?;
    let at = change.now() + TOLD_AFTER;
    let options = JobOptions::at(at).key(format!("thread:{}", thread.id)).keeping_time();
    change.job(&TellThread { thread_id: thread.id }, options).await?;
    marks::advance(&mut change, &thread, (user_id, side), seq).await?;
    let mine = thread::messages(change.conn(), thread.id, (seq, seq), staff).await?;
    change.commit().await?;
    mine.into_iter().next().ok_or_else(|| Problem::internal("a message that was just written"))
}

async fn sent(
    conn: &mut sqlx::PgConnection,
    thread_id: i64,
    user_id: i64,
    client_id: Uuid,
    staff: bool,
) -> Result<Option<ThreadMessage>, Problem> {
    let seq = sqlx::query_scalar!(
        "select seq from esports.messages where thread_id = $1 and author_id = $2 and client_id = $3",
        thread_id,
        user_id,
        client_id
    )
    .fetch_optional(&mut *conn)
    .await?;
    match seq {
        Some(seq) => Ok(thread::messages(conn, thread_id, (seq, seq), staff).await?.into_iter().next()),
        None => Ok(None),
    }
}

async fn append(
    change: &mut Change,
    thread: &Thread,
    (user_id, side): (i64, MessageSide),
    draft: &Draft,
) -> Result<i64, Problem> {
    let now = change.now();
    Ok(sqlx::query_scalar!(
        "with thread as (update esports.threads set last_seq = last_seq + 1 where id = $1 returning last_seq)
         insert into esports.messages (thread_id, seq, kind, author_id, side, name, text, pictures, reply_to, client_id, created_at)
         select $1, thread.last_seq, 'text', $2, $3, (select display_name from people.users where id = $2), $4, $5, $6, $7, $8 from thread
         returning seq",
        thread.id,
        user_id,
        side.as_str(),
        draft.text,
        &draft.pictures,
        draft.reply_to,
        draft.client_id,
        now
    )
    .fetch_one(change.conn())
    .await?)
}

/// Emits the message to its thread; for an entrant's thread, also to the desk.
async fn tell(change: &mut Change, thread: &Thread, tournament_id: i64, seq: i64) -> Result<(), Problem> {
    for message in thread::messages(change.conn(), thread.id, (seq, seq), false).await? {
        change.emit(&MessageLive { place: thread.place, message })?;
    }
    if let ThreadScope::Entrant(contestant_id) = thread.place {
        change.emit(&ThreadLive { tournament_id, contestant_id, thread_id: thread.id, last_seq: seq })?;
    }
    Ok(())
}
