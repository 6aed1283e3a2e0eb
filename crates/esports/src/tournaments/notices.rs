//! Notices to all entrants, in a job and in batches, since there may be thousands.

use crate::pages::TOURNAMENT;
use manao_domain::text_enum;
use serde::{Deserialize, Serialize};

use super::row::Row;
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::jobs::Job;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};

/// People notified in one change.
const BATCH: i64 = 500;

text_enum! {
    NoticeKind {
        /// Registration is over
        Draw = "tournament_draw",
        Started = "tournament_started",
        Cancelled = "tournament_cancelled",
        Dates = "tournament_dates_changed",
        /// The final ranking is published
        Finished = "tournament_finished",
    }
}

/// Notifies all entrants; of a cancellation also other staff, and of the end all staff and everyone with a rank.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellEntrants {
    tournament_id: i64,
    kind: NoticeKind,
    version: i64,
}

/// Queues the notices for after the commit. `version` distinguishes this occasion from others of its kind.
pub async fn tell(change: &mut Change, tournament_id: i64, kind: NoticeKind, version: i64) -> Result<(), Problem> {
    sqlx::query!(
        "insert into esports.tournament_notices (tournament_id, kind, version) values ($1, $2, $3) on conflict do nothing",
        tournament_id,
        kind.as_str(),
        version
    )
    .execute(change.conn())
    .await?;
    change.job(&TellEntrants { tournament_id, kind, version }, JobOptions::default()).await
}

impl Job for TellEntrants {
    const NAME: &'static str = "tournaments.tell";

    async fn run(self, app: App) -> anyhow::Result<()> {
        while self.batch(&app).await? {}
        Ok(())
    }
}

impl TellEntrants {
    /// Notifies one batch, and returns whether there may be more. Progress is stored with the notices, so a second run goes on from
    /// there.
    async fn batch(&self, app: &App) -> Result<bool, Problem> {
        let mut change = app.change().await?;
        let after = sqlx::query_scalar!(
            "select after_user_id from esports.tournament_notices where tournament_id = $1 and kind = $2 and version = $3 for update",
            self.tournament_id,
            self.kind.as_str(),
            self.version
        )
        .fetch_optional(change.conn())
        .await?;
        let Some(after) = after else { return Ok(false) };
        let people = sqlx::query_scalar!(
            r#"select user_id as "user_id!" from (
                 select user_id from esports.entrant_players where tournament_id = $1 and active
                 union select p.user_id from esports.tournament_rankings r join esports.entrant_players p using (entrant_id)
                   where r.tournament_id = $1 and p.left_at is null and $5
                 union select user_id from esports.tournament_staff where tournament_id = $1 and ($4 or $5)
                 union select promoter_id from esports.tournaments where id = $1 and $5) as people
               where user_id > $2 order by user_id limit $3"#,
            self.tournament_id,
            after,
            BATCH,
            self.kind == NoticeKind::Cancelled,
            self.kind == NoticeKind::Finished
        )
        .fetch_all(change.conn())
        .await?;
        let Some(last) = people.last() else {
            sqlx::query!(
                "delete from esports.tournament_notices where tournament_id = $1 and kind = $2 and version = $3",
                self.tournament_id,
                self.kind.as_str(),
                self.version
            )
            .execute(change.conn())
            .await?;
            change.commit().await?;
            return Ok(false);
        };
        sqlx::query!(
            "update esports.tournament_notices set after_user_id = $4 where tournament_id = $1 and kind = $2 and version = $3",
            self.tournament_id,
            self.kind.as_str(),
            self.version,
            last
        )
        .execute(change.conn())
        .await?;
        let row = Row::load(change.conn(), self.tournament_id).await?;
        let champions = self.champions(&mut change).await?;
        // A tournament that goes on after a correction is announced when it ends again.
        if self.kind != NoticeKind::Finished || row.finished_at.is_some() {
            inbox::write_to_many(&mut change, &people, &message(&row, self.kind, &champions)).await?;
        }
        change.commit().await?;
        Ok(true)
    }

    /// Returns the names of the entrants in first place.
    async fn champions(&self, change: &mut Change) -> Result<Vec<String>, Problem> {
        Ok(sqlx::query_scalar!(
            "select e.name from esports.tournament_rankings r join esports.entrants e on e.id = r.entrant_id
             where r.tournament_id = $1 and r.rank = 1 order by e.name limit 10",
            self.tournament_id
        )
        .fetch_all(change.conn())
        .await?)
    }
}

fn message(row: &Row, kind: NoticeKind, champions: &[String]) -> Message {
    let (title, about) = match kind {
        NoticeKind::Draw => (
            Text::new("ปิดรับสมัครแล้ว", "Registration has closed"),
            Text::new(
                "ผู้จัดกำลังจับสาย คู่แข่งจะประกาศเร็วๆ นี้",
                "The organizer is making the draw. Your opponents will be announced soon.",
            ),
        ),
        NoticeKind::Started => (
            Text::new("เริ่มการแข่งขันแล้ว", "The competition has started"),
            Text::new("ดูแมตช์ของคุณได้ในหน้าทัวร์นาเมนต์", "You can find your matches on the tournament's page."),
        ),
        NoticeKind::Cancelled => {
            let reason = row.cancel_reason.clone().unwrap_or_default();
            (
                Text::new("ทัวร์นาเมนต์ถูกยกเลิก", "Tournament cancelled"),
                Text::new(format!("เหตุผล: {reason}"), format!("Reason: {reason}")),
            )
        }
        NoticeKind::Dates => (
            Text::new("กำหนดการเปลี่ยน", "The schedule has changed"),
            Text::new("ตรวจวันและเวลาใหม่ได้ในหน้าทัวร์นาเมนต์", "Please check the new dates on the tournament's page."),
        ),
        NoticeKind::Finished => finished(champions),
    };
    Message {
        stream: Stream::Esports,
        kind: kind.as_str(),
        title,
        body: Text::new(format!("{}: {}", row.name.th, about.th), format!("{}: {}", row.name.en, about.en)),
        href: Some(TOURNAMENT.address([&row.id])),
        subject: None,
    }
}

/// Returns title and text of the end: the champions, or that there is none.
fn finished(champions: &[String]) -> (Text, Text) {
    let ended = Text::new("จบการแข่งขันแล้ว", "The tournament has ended");
    let named = |quoted: &[String]| quoted.iter().map(|name| format!("“{name}”")).collect::<Vec<_>>().join(", ");
    match champions {
        [] => (
            Text::new("จบการแข่งขันโดยไม่มีแชมป์", "The tournament has ended without a champion"),
            Text::new(
                "การแข่งขันนี้ไม่มีแชมป์ ดูอันดับทั้งหมดได้ในหน้าทัวร์นาเมนต์",
                "There is no champion. The final ranking is on the tournament's page.",
            ),
        ),
        [champion] => (
            ended,
            Text::new(
                format!("แชมป์คือ “{champion}” ดูอันดับทั้งหมดได้ในหน้าทัวร์นาเมนต์"),
                format!("The champion is “{champion}”. The final ranking is on the tournament's page."),
            ),
        ),
        several => (
            ended,
            Text::new(
                format!("แชมป์ร่วม {} ดูอันดับทั้งหมดได้ในหน้าทัวร์นาเมนต์", named(several)),
                format!("First place is shared by {}. The final ranking is on the tournament's page.", named(several)),
            ),
        ),
    }
}
