//! Pages that the shop links to.

manao_kernel::linked_pages! {
    GAME = "/games/$id";
    SEARCH = "/search";
    WAITING_ROOM = "/purchase/line";
    REPAIRS = "/console/repairs";
    PAYMENT = "/payment/process";
    ORDER_RESULT = "/purchase/result";
}
