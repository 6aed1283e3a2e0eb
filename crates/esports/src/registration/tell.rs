//! Notices about entries: an inbox message to each player, and a live event.

use crate::pages::ENTRY;
use manao_domain::registration::EntrantStatus;
use serde::{Deserialize, Serialize};

use super::live::{EntrantLive, EntryLive};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::jobs::Job;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};

/// Notifies of an entry after its change. A separate job, because others wait for the tournament's places during the change.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellEntry {
    pub entrant_id: i64,
}

impl Job for TellEntry {
    const NAME: &'static str = "registration.tell";

    async fn run(self, app: App) -> anyhow::Result<()> {
        let mut change = app.change().await?;
        entries(&mut change, &[self.entrant_id]).await?;
        Ok(change.commit().await?)
    }
}

/// Returns the page where a player acts on the entry.
pub fn href(tournament_id: i64) -> String {
    ENTRY.address([&tournament_id])
}

struct EntryNews {
    entrant_id: i64,
    tournament_id: i64,
    status: EntrantStatus,
    sent: bool,
    changed: bool,
    version: i64,
    entrant: String,
    tournament: Text,
    reason: Option<String>,
    place: Option<i64>,
    people: Vec<i64>,
}

/// Notifies of the current state of these entries, once per version. Must be called late in a change.
pub async fn entries(change: &mut Change, entrant_ids: &[i64]) -> Result<(), Problem> {
    let rows = sqlx::query!(
        r#"with before as (select id, told_version, told_status from esports.entrants where id = any($1) and told_version < version order by id
                           for no key update),
                told as (update esports.entrants e set told_version = version,
                           told_status = case when submitted_at is not null then status end from before b where e.id = b.id
                         returning e.*, b.told_status as before_status)
           select e.id, e.tournament_id, e.status as "status: EntrantStatus", e.submitted_at is not null as "sent!",
                  e.status is distinct from e.before_status as "changed!", e.version, e.name,
                  t.name_th, t.name_en, e.reason,
                  case when e.status = 'waitlist' then (select count(*) from esports.entrants w where w.tournament_id = e.tournament_id
                    and w.status = 'waitlist' and (w.waiting_since, w.id) <= (e.waiting_since, e.id)) end as place,
                  array(select p.user_id from esports.entrant_players p where p.entrant_id = e.id and p.left_at is null
                        union select e.user_id where e.user_id is not null
                        union select c from esports.acting_captain(e.team_id) as c where c is not null) as "people!"
           from told e join esports.tournaments t on t.id = e.tournament_id order by e.id"#,
        entrant_ids
    )
    .fetch_all(change.conn())
    .await?;
    for row in rows {
        let news = EntryNews {
            entrant_id: row.id,
            tournament_id: row.tournament_id,
            status: row.status,
            sent: row.sent,
            changed: row.changed,
            version: row.version,
            entrant: row.name,
            tournament: Text::new(row.name_th, row.name_en),
            reason: row.reason,
            place: row.place,
            people: row.people,
        };
        tell(change, &news).await?;
    }
    Ok(())
}

async fn tell(change: &mut Change, news: &EntryNews) -> Result<(), Problem> {
    change.emit(&EntrantLive {
        tournament_id: news.tournament_id,
        entrant_id: news.entrant_id,
        status: news.status,
        version: news.version,
    })?;
    for user_id in &news.people {
        let live =
            EntryLive { user_id: *user_id, tournament_id: news.tournament_id, entrant_id: news.entrant_id, status: news.status };
        change.emit(&live)?;
    }
    match message(news) {
        Some(message) if news.changed => inbox::write_to_many(change, &news.people, &message).await,
        _ => Ok(()),
    }
}

fn message(news: &EntryNews) -> Option<Message> {
    let (entrant, Text { th, en }) = (&news.entrant, &news.tournament);
    let reason_th = news.reason.as_ref().map(|reason| format!(" เหตุผล: {reason}")).unwrap_or_default();
    let reason_en = news.reason.as_ref().map(|reason| format!(" Reason: {reason}")).unwrap_or_default();
    let place = news.place.unwrap_or_default();
    let (kind, title, body) = match news.status {
        EntrantStatus::IncompleteTeam if !news.sent => return None,
        EntrantStatus::IncompleteTeam => (
            "entry_incomplete",
            Text::new("ใบสมัครยังไม่ครบ", "Your entry is not complete yet"),
            Text::new(
                format!("“{entrant}” ส่งใบสมัคร {th} แล้ว แต่ยังขาดข้อมูลหรือเอกสารของผู้เล่นบางคน เมื่อครบแล้วระบบจะดำเนินการต่อให้อัตโนมัติ"),
                format!(
                    "“{entrant}” has been entered in {en}, but some players’ details or documents are still missing. It continues automatically once they are complete."
                ),
            ),
        ),
        EntrantStatus::Register => (
            "entry_sent",
            Text::new("ส่งใบสมัครแล้ว รอผู้จัดตรวจ", "Entry submitted, awaiting review"),
            Text::new(
                format!("ผู้จัดจะตรวจใบสมัครของ “{entrant}” ใน {th}"),
                format!("The organizer of {en} will review the entry of “{entrant}”."),
            ),
        ),
        EntrantStatus::Join => (
            "entry_admitted",
            Text::new("ได้เข้าแข่งขันแล้ว", "You are in"),
            Text::new(format!("“{entrant}” ได้เข้าแข่งขัน {th}"), format!("“{entrant}” has a place in {en}.")),
        ),
        EntrantStatus::Waitlist => (
            "entry_waitlisted",
            Text::new("อยู่ในรายชื่อสำรอง", "On the waiting list"),
            Text::new(
                format!("{th} เต็มแล้ว “{entrant}” อยู่ในรายชื่อสำรองลำดับที่ {place} เมื่อมีที่ว่างระบบจะเลื่อนขึ้นให้อัตโนมัติ"),
                format!(
                    "{en} is full. “{entrant}” is number {place} on the waiting list and moves up automatically when a place opens up."
                ),
            ),
        ),
        EntrantStatus::Invalid => (
            "entry_invalid",
            Text::new("เอกสารไม่ถูกต้อง", "Documents are incorrect"),
            Text::new(
                format!("เอกสารของ “{entrant}” ใน {th} ไม่ถูกต้อง กรุณาส่งใหม่{reason_th}"),
                format!("Documents of “{entrant}” in {en} are incorrect. Please upload them again.{reason_en}"),
            ),
        ),
        EntrantStatus::Reject => (
            "entry_rejected",
            Text::new("ใบสมัครไม่ผ่าน", "Entry rejected"),
            Text::new(
                format!("ผู้จัดไม่รับ “{entrant}” เข้าแข่งขัน {th}{reason_th}"),
                format!("The organizer of {en} did not accept “{entrant}”.{reason_en}"),
            ),
        ),
        EntrantStatus::Withdrawn => (
            "entry_withdrawn",
            Text::new("ถอนใบสมัครแล้ว", "Entry withdrawn"),
            Text::new(format!("“{entrant}” ถอนตัวจาก {th} แล้ว"), format!("“{entrant}” has withdrawn from {en}.")),
        ),
        EntrantStatus::Removed => (
            "entry_removed",
            Text::new("ถูกนำออกจากทัวร์นาเมนต์", "Removed from the tournament"),
            Text::new(
                format!("ผู้จัดนำ “{entrant}” ออกจาก {th}{reason_th}"),
                format!("The organizer removed “{entrant}” from {en}.{reason_en}"),
            ),
        ),
        EntrantStatus::Disqualified => (
            "entry_disqualified",
            Text::new("ถูกตัดสิทธิ์", "Disqualified"),
            Text::new(
                format!("“{entrant}” ถูกตัดสิทธิ์จาก {th}{reason_th}"),
                format!("“{entrant}” has been disqualified from {en}.{reason_en}"),
            ),
        ),
    };
    Some(Message { stream: Stream::Esports, kind, title, body, href: Some(href(news.tournament_id)), subject: None })
}
