//! Inbox messages about threads: one for new messages, not repeated before it is read.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use super::live::ThreadScope;
use super::shapes::MessageSide;
use super::thread::Thread;
use crate::pages::{ENTRY, MANAGE, MATCH_ROOM};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::jobs::Job;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream, Subject, SubjectKind};

pub const KIND: &str = "thread_message";

/// Notifies of a thread a moment after a message, when people who read along have already read it.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellThread {
    pub thread_id: i64,
}

impl Job for TellThread {
    const NAME: &'static str = "messages.tell";

    async fn run(self, app: App) -> anyhow::Result<()> {
        let mut change = app.change().await?;
        let thread = Thread::by_id(change.conn(), self.thread_id).await?;
        let people = waiting(&mut change, thread.id).await?;
        let mut messages: Vec<(i64, Message)> = Vec::new();
        for side in MessageSide::ALL {
            let readers = people.iter().filter(|(user_id, of)| of == side && messages.iter().all(|(told, _)| told != user_id));
            let readers: Vec<i64> = readers.map(|(user_id, _)| *user_id).collect();
            if !readers.is_empty() {
                let message = message(change.conn(), thread.place, *side).await?;
                messages.extend(readers.into_iter().map(|user_id| (user_id, message.clone())));
            }
        }
        inbox::write_each_unless_unread(&mut change, Stream::Esports, &messages).await?;
        Ok(change.commit().await?)
    }
}

/// Returns the people who have not read messages of another side.
async fn waiting(change: &mut Change, thread_id: i64) -> Result<Vec<(i64, MessageSide)>, Problem> {
    let rows = sqlx::query!(
        r#"with place as (
             select t.id, m.home_id, m.away_id, t.entrant_id, coalesce(m.tournament_id, e.tournament_id) as tournament_id
             from esports.threads t left join esports.matches m on m.id = t.match_id left join esports.entrants e on e.id = t.entrant_id where t.id = $1),
           people as (
             select p.user_id, case p.entrant_id when l.home_id then 'home' when l.away_id then 'away' else 'entrant' end as side
             from place l join esports.entrant_players p on p.entrant_id in (l.home_id, l.away_id, l.entrant_id)
             where p.left_at is null and (p.active or l.entrant_id is not null)
             union
             select case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end,
                    case e.id when l.home_id then 'home' when l.away_id then 'away' else 'entrant' end
             from place l join esports.entrants e on e.id in (l.home_id, l.away_id, l.entrant_id)
             where l.entrant_id is not null or e.active
             union
             select t.promoter_id, 'staff' from place l join esports.tournaments t on t.id = l.tournament_id
             where l.entrant_id is not null and not exists (select from esports.promoters p where p.user_id = t.promoter_id and p.revoked_at is not null)
             union
             select s.user_id, 'staff' from place l join esports.tournament_staff s on s.tournament_id = l.tournament_id where l.entrant_id is not null)
           select distinct u.id, p.side as "side!: MessageSide" from people p join people.users u on u.id = p.user_id and u.suspended_at is null
           left join esports.message_reads r on r.thread_id = $1 and r.user_id = u.id
           where exists (select from esports.messages m where m.thread_id = $1 and m.seq > coalesce(r.seq, 0) and m.kind = 'text'
             and m.hidden_at is null and m.side <> p.side and (p.side = 'staff' or not esports.is_after_leaving(m))
             and not exists (select from esports.mutes x where x.user_id = u.id and x.muted_id = m.author_id))"#,
        thread_id
    )
    .fetch_all(change.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.side)).collect())
}

/// Returns the page where that side reads the thread.
pub async fn href(conn: &mut PgConnection, place: ThreadScope, side: MessageSide) -> Result<String, Problem> {
    let ThreadScope::Entrant(entrant_id) = place else {
        return Ok(room(place.match_id().unwrap_or_default()));
    };
    let tournament_id =
        sqlx::query_scalar!("select tournament_id from esports.entrants where id = $1", entrant_id).fetch_one(conn).await?;
    Ok(match side {
        MessageSide::Staff => desk(tournament_id, entrant_id),
        _ => format!("{}#talk", ENTRY.address([&tournament_id])),
    })
}

pub fn room(match_id: i64) -> String {
    MATCH_ROOM.address([&match_id])
}

/// Returns the match, for the thread of a match.
fn subject(place: ThreadScope) -> Option<Subject> {
    place.match_id().map(|id| Subject::new(SubjectKind::Match, id))
}

/// Returns the page of an entrant's thread, so that each thread has its own message.
fn desk(tournament_id: i64, entrant_id: i64) -> String {
    format!("{}?section=messages&entrant={entrant_id}", MANAGE.address([&tournament_id]))
}

async fn message(conn: &mut PgConnection, place: ThreadScope, side: MessageSide) -> Result<Message, Problem> {
    let row = sqlx::query!(
        r#"select t.name_th, t.name_en, coalesce(e.name, '') as "entrant!", coalesce(m.label, m.number, 0) as "label!"
           from (select $1::bigint as match_id, $2::bigint as entrant_id) as l
           left join esports.matches m on m.id = l.match_id left join esports.entrants e on e.id = l.entrant_id
           join esports.tournaments t on t.id = coalesce(m.tournament_id, e.tournament_id)"#,
        place.match_id(),
        place.entrant_id()
    )
    .fetch_one(&mut *conn)
    .await?;
    let (th, en) = (row.name_th, row.name_en);
    let (title, body) = match (place, side) {
        (ThreadScope::Match(_), _) => (
            Text::new("มีข้อความใหม่ในห้องแข่ง", "New messages in the match room"),
            Text::new(format!("{th} คู่ที่ {}", row.label), format!("{en}, match {}", row.label)),
        ),
        (ThreadScope::Entrant(_), MessageSide::Staff) => (
            Text::new("มีข้อความใหม่จากผู้เข้าแข่งขัน", "New messages from an entrant"),
            Text::new(format!("“{}” ใน {th}", row.entrant), format!("“{}” in {en}", row.entrant)),
        ),
        (ThreadScope::Entrant(_), _) => (
            Text::new("มีข้อความใหม่จากผู้จัดการแข่งขัน", "New messages from the organizer"),
            Text::new(format!("ถึง “{}” ใน {th}", row.entrant), format!("To “{}” in {en}", row.entrant)),
        ),
    };
    let href = href(conn, place, side).await?;
    Ok(Message { stream: Stream::Esports, kind: KIND, title, body, href: Some(href), subject: subject(place) })
}

/// Notifies staff that a message of this author was reported, except the reporter.
pub async fn reported(change: &mut Change, place: ThreadScope, author: &str, by: i64) -> Result<(), Problem> {
    let row = sqlx::query!(
        r#"select t.id, t.name_th, t.name_en,
                  array(select u.id from (
                      select t.promoter_id as user_id where not exists (
                        select from esports.promoters p where p.user_id = t.promoter_id and p.revoked_at is not null)
                      union select s.user_id from esports.tournament_staff s where s.tournament_id = t.id) as runs
                    join people.users u on u.id = runs.user_id and u.suspended_at is null) as "staff!"
           from esports.tournaments t
           where t.id = coalesce((select tournament_id from esports.matches where id = $1), (select tournament_id from esports.entrants where id = $2))"#,
        place.match_id(),
        place.entrant_id()
    )
    .fetch_one(change.conn())
    .await?;
    let href = match place {
        ThreadScope::Match(id) => room(id),
        ThreadScope::Entrant(id) => desk(row.id, id),
    };
    let message = Message {
        stream: Stream::Esports,
        kind: "message_reported",
        title: Text::new("มีผู้รายงานข้อความ", "A message was reported"),
        body: Text::new(
            format!("ข้อความของ {author} ใน {} ถูกรายงาน กรุณาตรวจสอบ", row.name_th),
            format!("Someone reported a message by {author} in {}. Please review it.", row.name_en),
        ),
        href: Some(href),
        subject: subject(place),
    };
    let staff: Vec<i64> = row.staff.into_iter().filter(|user_id| *user_id != by).collect();
    inbox::write_to_many(change, &staff, &message).await
}
