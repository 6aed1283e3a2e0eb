//! Things of the shop that articles name, and that are not there.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;

use manao_content::files::check::References;
use manao_kernel::app::App;

/// Returns the named games, packages and coupons that do not exist.
pub fn missing_things<'a>(
    app: &'a App,
    named: &'a References,
) -> Pin<Box<dyn Future<Output = sqlx::Result<References>> + Send + 'a>> {
    Box::pin(async move {
        let list = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>();
        let games = sqlx::query_scalar!("select slug from shop.games where slug = any($1) and active", &list(&named.games))
            .fetch_all(&app.db)
            .await?;
        let products = sqlx::query_scalar!(
            "select sku from shop.products where sku = any($1) and state <> 'withdrawn'",
            &list(&named.products)
        )
        .fetch_all(&app.db)
        .await?;
        let coupons = sqlx::query_scalar!("select code from shop.coupons where code = any($1)", &list(&named.coupons))
            .fetch_all(&app.db)
            .await?;
        let lacking = |named: &BTreeSet<String>, there: Vec<String>| {
            named.iter().filter(|name| !there.contains(name)).cloned().collect::<BTreeSet<_>>()
        };
        Ok(References {
            games: lacking(&named.games, games),
            products: lacking(&named.products, products),
            coupons: lacking(&named.coupons, coupons),
            tournaments: BTreeSet::new(),
        })
    })
}
