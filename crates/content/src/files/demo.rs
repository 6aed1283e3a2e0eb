//! The demo shop's articles.

use anyhow::Result;
use manao_kernel::app::App;

use super::take::take_all;

/// Loads those that are missing; returns their number. A promotion that is there already keeps its window.
///
/// # Errors
/// When a file cannot be read or the database fails.
pub async fn load(app: &App) -> Result<usize> {
    let mut missing = super::of_the_demo(app.now())?;
    let there =
        sqlx::query!(r#"select kind, slug as "slug!" from content.articles where slug is not null"#).fetch_all(&app.db).await?;
    missing.retain(|file| !there.iter().any(|row| row.kind == file.kind.as_str() && row.slug == file.slug()));
    Ok(take_all(app, missing).await?.0)
}
