import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/**
 * Empty DynamoDBs in memory, each on a port of its own: POST opens one and answers its port, DELETE /PORT ends it. The
 * main class of DynamoDB Local would listen on every address of the machine.
 */
public class LoopbackServer {
  private static final Map<Integer, Server> databases = new ConcurrentHashMap<>();

  public static void main(String[] args) throws IOException {
    var control = HttpServer.create(loopback(), 0);
    control.setExecutor(Executors.newCachedThreadPool());
    control.createContext("/", LoopbackServer::answer);
    control.start();
    System.out.println("listening on http://127.0.0.1:" + control.getAddress().getPort());
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var answer = exchange.getRequestMethod().equals("POST") ? open() : end(exchange.getRequestURI().getPath());
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write(answer.getBytes());
    } catch (Exception failure) {
      failure.printStackTrace();
    }
  }

  private static String open() throws Exception {
    var server = new Server(loopback());
    server.setHandler(new LocalDynamoDBServerHandler(new LocalDynamoDBRequestHandler(0, true, null, true, false), null));
    server.start();
    var port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    databases.put(port, server);
    return String.valueOf(port);
  }

  private static String end(String path) throws Exception {
    var server = databases.remove(Integer.valueOf(path.substring(1)));
    if (server != null) server.stop();
    return "";
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress("127.0.0.1", 0);
  }
}
