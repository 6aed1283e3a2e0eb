//! Delivers a broadcast in a job and in batches, since there may be thousands of people.

use crate::pages::ENTRY;
use manao_domain::talk;
use serde::{Deserialize, Serialize};

use crate::messages;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::jobs::Job;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};

/// Entrants in one change: about a thousand people.
const BATCH: i64 = 200;
const KIND: &str = "broadcast";

#[derive(Debug, Serialize, Deserialize)]
pub struct Deliver {
    pub broadcast_id: i64,
}

impl Job for Deliver {
    const NAME: &'static str = "broadcasts.deliver";

    async fn run(self, app: App) -> anyhow::Result<()> {
        Ok(all(&app, self.broadcast_id).await?)
    }
}

/// Delivers the remaining part of a broadcast.
pub async fn all(app: &App, broadcast_id: i64) -> Result<(), Problem> {
    while batch(app, broadcast_id).await? {}
    Ok(())
}

/// Delivers one batch, and returns whether there may be more. Progress is stored in the same change, so a second run goes on from there.
async fn batch(app: &App, id: i64) -> Result<bool, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let broadcast = sqlx::query!(
        "select b.author_id, b.name, b.text, b.tournament_id, t.name_th, t.name_en
         from esports.broadcasts b join esports.tournaments t on t.id = b.tournament_id where b.id = $1 and b.finished_at is null for update of b",
        id
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(broadcast) = broadcast else { return Ok(false) };
    let entrants = sqlx::query_scalar!(
        "select entrant_id from esports.broadcast_entrants where broadcast_id = $1 and seq is null order by entrant_id limit $2",
        id,
        BATCH
    )
    .fetch_all(change.conn())
    .await?;
    if entrants.is_empty() {
        sqlx::query!("update esports.broadcasts set finished_at = $2 where id = $1", id, now).execute(change.conn()).await?;
        change.commit().await?;
        return Ok(false);
    }
    let posted =
        messages::post_to_entrants(&mut change, &entrants, (broadcast.author_id, &broadcast.name), &broadcast.text).await?;
    let people = sqlx::query_scalar!(
        "select user_id from esports.broadcast_readers where broadcast_id = $1 and entrant_id = any($2) order by user_id",
        id,
        &entrants
    )
    .fetch_all(change.conn())
    .await?;
    note(&mut change, id, &posted, i32::try_from(people.len()).map_err(Problem::internal)?).await?;
    let shown = talk::masked(&broadcast.text).into_owned();
    let message = Message {
        stream: Stream::Esports,
        kind: KIND,
        title: Text::new(format!("ประกาศจาก {}", broadcast.name_th), format!("From {}", broadcast.name_en)),
        body: Text::new(shown.clone(), shown),
        href: Some(format!("{}#talk", ENTRY.address([&broadcast.tournament_id]))),
        subject: None,
    };
    let (messages, readers): (Vec<i64>, Vec<i64>) =
        inbox::write_and_note(&mut change, &people, &message).await?.into_iter().unzip();
    // Stores the inbox message of each reader, to know when they read it.
    sqlx::query!(
        "update esports.broadcast_readers r set inbox_id = i.id from unnest($2::bigint[], $3::bigint[]) as i (id, user_id)
         where r.broadcast_id = $1 and r.user_id = i.user_id and r.inbox_id is null",
        id,
        &messages,
        &readers
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    Ok(true)
}

async fn note(change: &mut Change, id: i64, posted: &[(i64, i64)], people: i32) -> Result<(), Problem> {
    let (entrants, seqs): (Vec<i64>, Vec<i64>) = posted.iter().copied().unzip();
    sqlx::query!(
        "update esports.broadcast_entrants e set seq = p.seq from unnest($2::bigint[], $3::bigint[]) as p (entrant_id, seq)
         where e.broadcast_id = $1 and e.entrant_id = p.entrant_id",
        id,
        &entrants,
        &seqs
    )
    .execute(change.conn())
    .await?;
    sqlx::query!("update esports.broadcasts set delivered = delivered + $2 where id = $1", id, people)
        .execute(change.conn())
        .await?;
    Ok(())
}
