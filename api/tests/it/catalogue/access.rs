//! Access to the catalogue and the contract.

use super::case::{cases, get, post};

cases! {
    openapi_json: get("/openapi.json");
    schema_graphql: get("/schema.graphql");
    home: post("/home");
    product: post("/product");
    shelf_bases: post("/shelf-bases");
    banner_in_page: post("/banner-in-page");
    app_config: post("/app-config");
    flash_sale: post("/flash-sale");
    flash_sale_check_flash_sale: post("/flash-sale/check-flash-sale");
    flash_sale_line: post("/flash-sale/line");
    flash_sale_line_join: post("/flash-sale/line/join");
    flash_sale_line_leave: post("/flash-sale/line/leave");
    stock_alert_get_by: get("/stock-alert/get-by");
    stock_alert_add: post("/stock-alert/add");
    stock_alert_delete: post("/stock-alert/delete");
    promotion: post("/promotion");
    faq: post("/faq");
    maintenance: post("/maintenance");
    game_review: post("/game-review");
}
