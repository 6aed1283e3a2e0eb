//! Pages that the shop links to.

manao_kernel::linked_pages! {
    GAME = "/games/$id";
    SEARCH = "/search";
    ORDER_RESULT = "/purchase/result";
}
