//! Things in the vocabulary of schema.org that several pages describe. They say only what their page shows.

use serde_json::{Value, json};

use super::PageRequest;

/// Returns the way to a page: the home page, and then these names with their paths.
pub fn breadcrumbs(asked: &PageRequest<'_>, crumbs: &[(&str, &str)]) -> Value {
    let all = [("Manao", "/")].into_iter().chain(crumbs.iter().copied()).zip(1_u8..);
    let items = all.map(
        |((name, path), position)| json!({"@type": "ListItem", "position": position, "name": name, "item": asked.address(path)}),
    );
    json!({"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items.collect::<Vec<_>>()})
}

/// Returns the company that runs the shop, as the footer names it.
pub fn organization(asked: &PageRequest<'_>) -> Value {
    let (settings, lang) = (&asked.app.settings, asked.lang);
    let pages: Vec<_> = [&settings.facebook_url, &settings.youtube_url].into_iter().flatten().collect();
    let mut thing = json!({
        "@context": "https://schema.org",
        "@type": "Organization",
        "name": lang.pick(&settings.company_name_th, &settings.company_name_en),
        "url": asked.address("/"),
        "logo": format!("{}/icons/icon-512.png", settings.public_url),
        "taxID": settings.company_tax_id,
        "address": lang.pick(&settings.company_address_th, &settings.company_address_en),
        "telephone": settings.company_phone,
    });
    if !pages.is_empty() {
        thing["sameAs"] = json!(pages);
    }
    thing
}
