//! Every feature of this build, and its demo data.

use manao_content::facts::Facts;
use manao_content::files;
use manao_esports::demo;
use manao_kernel::access::Who;
use manao_kernel::access::rules::{Rule, Verb};
use manao_kernel::sealing::Sealer;
use manao_kernel::settings::Settings;
use manao_kernel::{App, Feature};
use manao_people::{staff, sync};
use manao_shop::{catalogue, coupons};

/// Returns every feature of this build.
pub fn all() -> Vec<Feature> {
    manao_people::features()
        .into_iter()
        .chain(manao_content::features())
        .chain(manao_shop::features())
        .chain(manao_esports::features())
        .chain(manao_console::features())
        .collect()
}

/// Returns the paths of all pages that the server links to.
pub fn linked_pages() -> Vec<&'static str> {
    let owners =
        [manao_kernel::pages::LINKED, manao_people::pages::LINKED, manao_shop::pages::LINKED, manao_esports::pages::LINKED];
    owners.concat()
}

/// Returns every call's rule; the document of the calls is a call too.
pub fn rules(features: &[Feature]) -> Vec<Rule> {
    let document = Rule {
        verb: Verb::Get,
        path: "/openapi.json".to_owned(),
        who: Who::Public,
        over: None,
        fresh: false,
        polled: false,
        refusals: &[],
    };
    features.iter().flat_map(|feature| feature.rules.iter().cloned()).chain([document]).collect()
}

/// Returns the values of the numbers that texts name.
pub fn facts(settings: &Settings) -> Facts {
    let facts = all().into_iter().flat_map(|feature| feature.facts);
    Facts(facts.map(|(name, value)| (name, value(settings))).collect())
}

/// Loads the demo shop's data; harmless when repeated.
pub async fn demo(app: &App) -> anyhow::Result<()> {
    let sealer = Sealer::from_app(app)?;
    let games = catalogue::demo::load_demo(&app.db, &sealer, app.now()).await?;
    coupons::demo::load(&app.db, app.now()).await?;
    sync::demo(app).await?;
    staff::demo(app).await?;
    let articles = files::demo::load(app).await?;
    let tournaments = demo::load(app).await?;
    tracing::info!(games, articles, tournaments, "the demo shop stands");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::linked_pages;

    /// The web's table of pages, which its build writes to `pages.json`.
    const TABLE: [&str; 4] = [
        include_str!("../../web/src/app/pages-first.ts"),
        include_str!("../../web/src/app/pages-more.ts"),
        include_str!("../../web/src/app/pages-content.ts"),
        include_str!("../../web/src/app/pages-console.ts"),
    ];

    #[test]
    fn the_web_has_every_page_that_the_server_links_to() {
        let linked = linked_pages();
        for path in &linked {
            // Pages of the console are written below its own.
            let written = match path.strip_prefix("/console/") {
                Some(rest) => format!("inside('{rest}', "),
                None => format!("page('{path}', "),
            };
            assert!(TABLE.iter().any(|table| table.contains(&written)), "the web has no page {path}");
            assert_eq!(linked.iter().filter(|other| *other == path).count(), 1, "{path} is named twice");
        }
    }
}
