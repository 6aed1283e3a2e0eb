//! Publishes scheduled articles and takes back those that are over, at their times.

use std::time::Duration;

use anyhow::Result;
use manao_kernel::Feature;
use manao_kernel::app::App;
use manao_kernel::jobs::every;

use crate::kinds::ArticleKind;
use crate::live::ContentChanged;

/// Most articles that one run switches.
const BATCH: i64 = 100;

pub fn feature() -> Feature {
    let feature = Feature::new().emits::<ContentChanged>();
    Feature { periodic_tasks: vec![every(Duration::from_secs(2), "content.schedule", switch)], ..feature }
}

async fn switch(app: App) -> Result<()> {
    let mut change = app.change().await?;
    let now = change.now();
    let switched = sqlx::query!(
        r#"update content.articles a
           set state = case when due.ends then 'archived' else 'published' end, updated_at = $1,
               published_at = coalesce(a.published_at, a.publish_at)
           from (select id, unpublish_at is not null and unpublish_at <= $1 as ends from content.articles
                 where (state = 'scheduled' and publish_at <= $1) or (state in ('published', 'scheduled') and unpublish_at <= $1)
                 order by id limit $2 for update skip locked) due
           where a.id = due.id
           returning a.id, a.kind as "kind: ArticleKind", a.version"#,
        now,
        BATCH
    )
    .fetch_all(change.conn())
    .await?;
    for article in &switched {
        change.emit(&ContentChanged { kind: article.kind, id: article.id, version: article.version, body: true })?;
    }
    change.commit().await?;
    Ok(())
}
